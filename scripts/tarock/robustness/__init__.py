"""How far results stand: their uncertain inputs, what the print would decide, and the evidence of each rule value."""
