resource "aws_launch_template" "plain" {
  metadata_options {
    http_tokens = "required" # ok: metadata-service/tokens-default
  }
  block_device_mappings {
    ebs {
      encrypted = false # expect: unencrypted-storage/root-volume
    }
  }
}

resource "aws_instance" "default" {
  metadata_options {
    http_tokens = "required"
  }
  # expect: unencrypted-storage/default-volume
  root_block_device {
    volume_size = 20
  }
}

resource "aws_instance" "encrypted" {
  metadata_options {
    http_tokens = "required"
  }
  root_block_device {
    encrypted = true # ok: unencrypted-storage/default-volume
  }
}

# expect: unencrypted-storage/copied-image
resource "aws_ebs_snapshot_copy" "plain" {
  source_region = "eu-central-1"
}

resource "aws_ami_copy" "encrypted" {
  encrypted = true # ok: unencrypted-storage/copied-image
}

# expect: unencrypted-storage/workspace
resource "aws_workspaces_workspace" "plain" {
  user_name = "ada"
}

resource "aws_workspaces_workspace" "encrypted" {
  root_volume_encryption_enabled = true # ok: unencrypted-storage/workspace
  user_volume_encryption_enabled = true
}

# expect: unencrypted-storage/accelerator, weak-transport/accelerator
resource "aws_dax_cluster" "plain" {
  cluster_name = "plain"
}

resource "aws_dax_cluster" "encrypted" {
  cluster_endpoint_encryption_type = "TLS" # ok: weak-transport/accelerator
  server_side_encryption {
    enabled = true # ok: unencrypted-storage/accelerator
  }
}

# expect: unencrypted-storage/stream
resource "aws_kinesis_stream" "plain" {
  name = "plain"
}

resource "aws_kinesis_stream" "encrypted" {
  encryption_type = "KMS" # ok: unencrypted-storage/stream
}

resource "aws_sqs_queue" "plain" {
  sqs_managed_sse_enabled = false # expect: unencrypted-storage/queue
}

resource "aws_sqs_queue" "own_key" {
  sqs_managed_sse_enabled = false # ok: unencrypted-storage/queue
  kms_master_key_id       = aws_kms_key.queue.id
}

resource "aws_codebuild_project" "plain" {
  artifacts {
    encryption_disabled = true # expect: unencrypted-storage/build-artifacts
  }
}

resource "aws_codebuild_project" "encrypted" {
  artifacts {
    encryption_disabled = false # ok: unencrypted-storage/build-artifacts
  }
}

# ok: unencrypted-storage/database
resource "aws_rds_global_cluster" "copied" {
  source_db_cluster_identifier = aws_rds_cluster.main.arn
}
