resource "aws_lb_listener" "plain" {
  port     = 80
  protocol = "HTTP" # expect: weak-transport/listener
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.web.arn
  }
}

resource "aws_lb_listener" "redirect" {
  port     = 80
  protocol = "HTTP" # ok: weak-transport/listener
  default_action {
    type = "redirect"
    redirect {
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}

resource "aws_lb_listener" "old" {
  protocol   = "HTTPS"
  ssl_policy = "ELBSecurityPolicy-2016-08" # expect: weak-transport/listener-policy
}

resource "aws_lb_listener" "new" {
  protocol   = "HTTPS"
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06" # ok: weak-transport/listener-policy
}

resource "aws_cloudfront_distribution" "old" {
  default_cache_behavior {
    viewer_protocol_policy = "allow-all" # expect: weak-transport/viewer-protocol
  }
  viewer_certificate {
    minimum_protocol_version = "TLSv1" # expect: weak-transport/viewer-version
  }
}

resource "aws_cloudfront_distribution" "new" {
  default_cache_behavior {
    viewer_protocol_policy = "redirect-to-https" # ok: weak-transport/viewer-protocol
  }
  viewer_certificate {
    minimum_protocol_version = "TLSv1.2_2021" # ok: weak-transport/viewer-version
  }
}

# expect: weak-transport/cache
resource "aws_elasticache_replication_group" "off" {
  at_rest_encryption_enabled = true
}

resource "aws_elasticache_replication_group" "on" {
  at_rest_encryption_enabled = true
  transit_encryption_enabled = true # ok: weak-transport/cache
}

resource "azurerm_storage_account" "old" {
  min_tls_version            = "TLS1_0" # expect: weak-transport/azure-version
  https_traffic_only_enabled = false # expect: weak-transport/storage-https
}

resource "azurerm_storage_account" "new" {
  min_tls_version            = "TLS1_2" # ok: weak-transport/azure-version
  https_traffic_only_enabled = true # ok: weak-transport/storage-https
}

resource "google_compute_ssl_policy" "old" {
  min_tls_version = "TLS_1_0" # expect: weak-transport/google-policy
}

resource "google_compute_ssl_policy" "new" {
  min_tls_version = "TLS_1_2" # ok: weak-transport/google-policy
}

resource "azurerm_linux_web_app" "plain" {
  https_only = false # expect: weak-transport/azure-https
}

resource "azurerm_linux_web_app" "secure" {
  https_only = true # ok: weak-transport/azure-https
}

resource "azurerm_postgresql_server" "plain" {
  ssl_enforcement_enabled = false # expect: weak-transport/database-tls
}

resource "azurerm_postgresql_server" "secure" {
  ssl_enforcement_enabled = true # ok: weak-transport/database-tls
}

resource "google_sql_database_instance" "plain" {
  settings {
    ip_configuration {
      require_ssl = false # expect: weak-transport/sql-instance
    }
  }
}

resource "google_sql_database_instance" "secure" {
  settings {
    ip_configuration {
      require_ssl = true # ok: weak-transport/sql-instance
    }
  }
}

# expect: unencrypted-storage/search-domain
resource "aws_opensearch_domain" "plain" {
  # expect: weak-transport/search-policy
  domain_endpoint_options {
    enforce_https = false # expect: weak-transport/search-https
  }
}

# expect: unencrypted-storage/search-domain
resource "aws_opensearch_domain" "secure" {
  # expect: weak-transport/search-policy
  domain_endpoint_options {
    enforce_https = true # ok: weak-transport/search-https
  }
}
