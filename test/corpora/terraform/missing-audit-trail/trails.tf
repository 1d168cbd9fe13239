# expect: missing-audit-trail/trail-validation
resource "aws_cloudtrail" "off" {
  enable_logging = false # expect: missing-audit-trail/trail
}

# ok: missing-audit-trail/trail-validation
resource "aws_cloudtrail" "on" {
  enable_logging             = true # ok: missing-audit-trail/trail
  enable_log_file_validation = true
}

resource "aws_db_instance" "none" {
  storage_encrypted       = true
  backup_retention_period = 0 # expect: missing-audit-trail/backups
}

resource "aws_db_instance" "week" {
  storage_encrypted       = true
  backup_retention_period = 7 # ok: missing-audit-trail/backups
}

# expect: public-endpoint/cluster
resource "google_container_cluster" "silent" {
  logging_service = "none" # expect: missing-audit-trail/cluster-logging
}

# expect: public-endpoint/cluster
resource "google_container_cluster" "logged" {
  logging_service = "logging.googleapis.com/kubernetes" # ok: missing-audit-trail/cluster-logging
}
