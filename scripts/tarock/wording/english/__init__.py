"""The English wording, one file per subject: each has a `CATALOGUE` of templates by message key."""
