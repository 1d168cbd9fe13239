resource "aws_msk_cluster" "plain" {
  encryption_info {
    encryption_in_transit {
      client_broker = "TLS_PLAINTEXT" # expect: weak-transport/broker
    }
  }
}

resource "aws_msk_cluster" "encrypted" {
  encryption_info {
    encryption_in_transit {
      client_broker = "TLS" # ok: weak-transport/broker
    }
  }
}

resource "aws_memorydb_cluster" "plain" {
  tls_enabled = false # expect: weak-transport/memory-database
}

resource "aws_memorydb_cluster" "encrypted" {
  tls_enabled = true # ok: weak-transport/memory-database
}

# expect: weak-transport/memorystore
resource "google_redis_instance" "plain" {
  name = "plain"
}

resource "google_redis_instance" "encrypted" {
  transit_encryption_mode = "SERVER_AUTHENTICATION" # ok: weak-transport/memorystore
}

resource "azurerm_redis_cache" "plain" {
  non_ssl_port_enabled = true  # expect: weak-transport/azure-cache
  minimum_tls_version  = "1.0" # expect: weak-transport/azure-version
}

resource "azurerm_redis_cache" "encrypted" {
  non_ssl_port_enabled = false # ok: weak-transport/azure-cache
  minimum_tls_version  = "1.2" # ok: weak-transport/azure-version
}

resource "aws_ecs_task_definition" "plain" {
  volume {
    # expect: weak-transport/task-file-system
    efs_volume_configuration {
      file_system_id = "fs-1"
    }
  }
}

resource "aws_ecs_task_definition" "encrypted" {
  volume {
    efs_volume_configuration {
      transit_encryption = "ENABLED" # ok: weak-transport/task-file-system
    }
  }
}

resource "aws_elb" "plain" {
  listener {
    lb_protocol = "http" # expect: weak-transport/classic-listener
  }
}

resource "aws_elb" "encrypted" {
  listener {
    lb_protocol = "https" # ok: weak-transport/classic-listener
  }
}

resource "azurerm_linux_web_app" "plain" {
  https_only = true
  site_config {
    ftps_state          = "AllAllowed" # expect: weak-transport/ftp
    minimum_tls_version = "1.1"        # expect: weak-transport/azure-version
  }
}

resource "azurerm_linux_web_app" "encrypted" {
  https_only = true # ok: weak-transport/azure-https
  site_config {
    ftps_state = "FtpsOnly" # ok: weak-transport/ftp
  }
}

# expect: weak-transport/azure-https
resource "azurerm_windows_web_app" "default" {
  name = "default"
}

resource "aws_cloudfront_distribution" "old_origin" {
  origin {
    custom_origin_config {
      origin_ssl_protocols = ["TLSv1", "TLSv1.2"] # expect: weak-transport/origin-version
    }
  }
  ordered_cache_behavior {
    viewer_protocol_policy = "allow-all" # expect: weak-transport/viewer-protocol
  }
  # expect: weak-transport/viewer-version
  viewer_certificate {
    acm_certificate_arn = var.certificate
  }
}

resource "aws_cloudfront_distribution" "new_origin" {
  origin {
    custom_origin_config {
      origin_ssl_protocols = ["TLSv1.2"] # ok: weak-transport/origin-version
    }
  }
  viewer_certificate {
    cloudfront_default_certificate = true # ok: weak-transport/viewer-version
  }
}

resource "aws_api_gateway_domain_name" "old" {
  security_policy = "TLS_1_0" # expect: weak-transport/gateway-domain
}

resource "aws_api_gateway_domain_name" "new" {
  security_policy = "TLS_1_2" # ok: weak-transport/gateway-domain
}

resource "azurerm_api_management" "old" {
  security {
    enable_backend_ssl30 = true # expect: weak-transport/gateway-protocols
  }
}

resource "azurerm_api_management" "new" {
  security {
    enable_backend_ssl30 = false # ok: weak-transport/gateway-protocols
  }
}

resource "aws_transfer_server" "plain" {
  protocols = ["FTP"] # expect: weak-transport/transfer-policy
}

resource "aws_transfer_server" "encrypted" {
  protocols = ["SFTP"] # ok: weak-transport/transfer-policy
}

resource "aws_redshift_parameter_group" "plain" {
  parameter {
    name  = "require_ssl"
    value = "false" # expect: weak-transport/parameter
  }
}

resource "aws_db_parameter_group" "encrypted" {
  parameter {
    name  = "rds.force_ssl"
    value = "1" # ok: weak-transport/parameter
  }
}

resource "azurerm_postgresql_flexible_server_configuration" "plain" {
  name  = "require_secure_transport"
  value = "off" # expect: weak-transport/parameter
}

resource "aws_load_balancer_policy" "old" {
  policy_attribute {
    name  = "Protocol-SSLv3"
    value = "true" # expect: weak-transport/classic-policy
  }
}

resource "aws_load_balancer_policy" "new" {
  policy_attribute {
    name  = "Protocol-TLSv1.2"
    value = "true" # ok: weak-transport/classic-policy
  }
}

resource "google_sql_database_instance" "default" {
  settings {
    # expect: weak-transport/sql-instance
    ip_configuration {
      ipv4_enabled = true
    }
  }
}

resource "google_sql_database_instance" "encrypted" {
  settings {
    ip_configuration {
      ssl_mode = "ENCRYPTED_ONLY" # ok: weak-transport/sql-instance
    }
  }
}

resource "azurerm_application_gateway" "old" {
  ssl_policy {
    min_protocol_version = "TLSv1_0" # expect: weak-transport/azure-version
  }
}
