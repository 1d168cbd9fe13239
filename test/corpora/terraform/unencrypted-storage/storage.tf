# expect: unencrypted-storage/volume
resource "aws_ebs_volume" "default" {
  size = 8
}

resource "aws_ebs_volume" "off" {
  encrypted = false # expect: unencrypted-storage/volume
}

# ok: unencrypted-storage/volume
resource "aws_ebs_volume" "on" {
  encrypted = true
}

# expect: unencrypted-storage/database
resource "aws_db_instance" "default" {
  engine = "postgres"
}

# A replica is encrypted as its source is.
# ok: unencrypted-storage/database
resource "aws_db_instance" "replica" {
  replicate_source_db = aws_db_instance.default.id
}

resource "aws_rds_cluster" "known" {
  storage_encrypted = local.encrypt # ok: unencrypted-storage/database
}

locals {
  encrypt = var.encrypt
}

variable "encrypt" {
  default = true
}

# expect: unencrypted-storage/file-system
resource "aws_efs_file_system" "default" {
  creation_token = "a"
}

resource "aws_efs_file_system" "on" {
  encrypted = true # ok: unencrypted-storage/file-system
}

resource "aws_elasticache_replication_group" "off" {
  at_rest_encryption_enabled = false # expect: unencrypted-storage/cache
  transit_encryption_enabled = true
}

resource "aws_elasticache_replication_group" "on" {
  at_rest_encryption_enabled = true # ok: unencrypted-storage/cache
  transit_encryption_enabled = true
}

resource "aws_instance" "machine" {
  metadata_options {
    http_tokens = "required"
  }
  root_block_device {
    encrypted = false # expect: unencrypted-storage/root-volume
  }
}

resource "aws_instance" "other" {
  metadata_options {
    http_tokens = "required"
  }
  root_block_device {
    encrypted = true # ok: unencrypted-storage/root-volume
  }
}

resource "aws_opensearch_domain" "off" {
  encrypt_at_rest {
    enabled = false # expect: unencrypted-storage/search-domain
  }
}

resource "aws_opensearch_domain" "on" {
  encrypt_at_rest {
    enabled = true # ok: unencrypted-storage/search-domain
  }
}
