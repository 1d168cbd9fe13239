variable "public" {
  default = false
}

variable "private" {
  default = true
}

resource "aws_db_instance" "public" {
  publicly_accessible = var.public # expect: public-endpoint/database
  storage_encrypted   = true
}

resource "aws_db_instance" "private" {
  publicly_accessible = var.private ? true : false # ok: public-endpoint/database
  storage_encrypted   = true
}

resource "aws_db_instance" "absent" {
  publicly_accessible = var.public && !var.private ? null : true # ok: public-endpoint/database
  storage_encrypted   = true
}
