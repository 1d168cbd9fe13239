data "aws_iam_policy_document" "open" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}

data "aws_iam_policy_document" "organization" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = ["o-a1b2c3"]
    }
  }
}

resource "aws_s3_bucket_policy" "open" {
  policy = data.aws_iam_policy_document.open.json # expect: public-storage/resource-policy
}

resource "aws_s3_bucket_policy" "organization" {
  policy = data.aws_iam_policy_document.organization.json # ok: public-storage/resource-policy
}

resource "aws_elasticsearch_domain_policy" "open" {
  access_policies = data.aws_iam_policy_document.open.json # expect: public-storage/resource-policy
}

# A domain in a network answers that network.
resource "aws_opensearch_domain" "inside" {
  vpc_options {
    subnet_ids = [var.subnet]
  }
  access_policies = data.aws_iam_policy_document.open.json # ok: public-storage/resource-policy
  encrypt_at_rest {
    enabled = true
  }
  node_to_node_encryption {
    enabled = true # ok: weak-transport/search-nodes
  }
  domain_endpoint_options {
    enforce_https       = true
    tls_security_policy = "Policy-Min-TLS-1-2-2019-07" # ok: weak-transport/search-policy
  }
}

# expect: weak-transport/search-nodes, unencrypted-storage/search-domain
resource "aws_opensearch_domain" "plain" {
  cluster_config {
    instance_count = 3
  }
}

# ok: weak-transport/search-nodes
resource "aws_opensearch_domain" "alone" {
  encrypt_at_rest {
    enabled = true
  }
}

resource "aws_opensearch_domain" "old" {
  encrypt_at_rest {
    enabled = true
  }
  node_to_node_encryption {
    enabled = true
  }
  # expect: weak-transport/search-policy
  domain_endpoint_options {
    enforce_https = true
  }
}

# The request says this of itself.
resource "aws_kms_key" "encrypted_transport" {
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # expect: public-storage/resource-policy
      Principal = { AWS = "*" }
      Action    = "kms:Decrypt"
      Resource  = "*"
      Condition = { Bool = { "aws:SecureTransport" = "true" } }
    }]
  })
}

resource "aws_kms_key" "own_account" {
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # ok: public-storage/resource-policy
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Action    = "kms:*"
      Resource  = "*"
    }]
  })
}

resource "aws_glacier_vault" "any_account" {
  access_policy = <<EOF # expect: public-storage/resource-policy
{ "Statement": [{ "Effect": "Allow", "Principal": { "AWS": "arn:aws:iam::*:role/reader" }, "Action": "glacier:GetJobOutput", "Resource": "*" }] }
EOF
  name          = "archive"
}

resource "aws_sqs_queue_policy" "any_but_one" {
  policy = jsonencode({
    Statement = [{
      Effect       = "Allow" # expect: public-storage/resource-policy
      NotPrincipal = { AWS = "arn:aws:iam::123456789012:root" }
      Action       = "sqs:SendMessage"
      Resource     = "*"
    }]
  })
}

resource "aws_sns_topic_policy" "any_value" {
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow" # expect: public-storage/resource-policy
      Principal = "*"
      Action    = "sns:Publish"
      Resource  = "*"
      Condition = { StringLike = { "aws:SourceArn" = "*" } }
    }]
  })
}
