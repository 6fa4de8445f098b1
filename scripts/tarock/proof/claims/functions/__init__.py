"""What claims can have computed, by subject: every public function of these modules is one that a claim may name."""
