"""The shapes of what leaves as JSON: contracts, extended and never broken; `outputs` names that of each command."""
