# expect: metadata-service/tokens-default
resource "aws_instance" "default" {
  instance_type = "t3.micro"
}

resource "aws_instance" "optional" {
  metadata_options {
    http_tokens = "optional" # expect: metadata-service/tokens-optional
  }
}

# ok: metadata-service/tokens-default
resource "aws_instance" "required" {
  metadata_options {
    http_tokens = "required" # ok: metadata-service/tokens-optional
  }
}

resource "aws_launch_template" "half" {
  # expect: metadata-service/tokens-default
  metadata_options {
    http_put_response_hop_limit = 1
  }
}

resource "aws_launch_template" "without_service" {
  metadata_options {
    http_endpoint = "disabled" # ok: metadata-service/tokens-default
  }
}
