variable "encrypted" {
  default = false
}

variable "backup" {
  default = false
}

# One of those who use the module takes the default.
resource "aws_ebs_volume" "data" {
  encrypted = var.encrypted # expect: unencrypted-storage/volume
}

# They do not agree.
resource "aws_ebs_volume" "backup" {
  encrypted = var.backup # ok: unencrypted-storage/volume
}
