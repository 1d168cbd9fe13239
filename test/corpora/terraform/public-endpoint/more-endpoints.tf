resource "aws_msk_cluster" "open" {
  broker_node_group_info {
    connectivity_info {
      public_access {
        type = "SERVICE_PROVIDED_EIPS" # expect: public-endpoint/broker
      }
    }
  }
}

resource "aws_msk_cluster" "inside" {
  broker_node_group_info {
    connectivity_info {
      public_access {
        type = "DISABLED" # ok: public-endpoint/broker
      }
    }
  }
}

resource "azurerm_key_vault" "open" {
  network_acls {
    default_action = "Allow" # expect: public-endpoint/azure-rules
  }
}

resource "azurerm_storage_account_network_rules" "closed" {
  default_action = "Deny" # ok: public-endpoint/azure-rules
}

resource "azurerm_search_service" "open" {
  allowed_ips = ["0.0.0.0/0"] # expect: public-endpoint/search-addresses
}

resource "azurerm_search_service" "office" {
  allowed_ips = ["203.0.113.0/24"] # ok: public-endpoint/search-addresses
}

resource "azurerm_kubernetes_cluster_node_pool" "open" {
  enable_node_public_ip = true # expect: public-endpoint/node-address
}

resource "azurerm_kubernetes_cluster_node_pool" "inside" {
  enable_node_public_ip = false # ok: public-endpoint/node-address
}

resource "azurerm_linux_virtual_machine" "passwords" {
  disable_password_authentication = false # expect: public-endpoint/password-login
}

resource "azurerm_linux_virtual_machine" "keys" {
  disable_password_authentication = true # ok: public-endpoint/password-login
}

# expect: public-endpoint/cluster
resource "azurerm_kubernetes_cluster" "open" {
  default_node_pool {
    node_public_ip_enabled = false
  }
}

resource "azurerm_kubernetes_cluster" "office" {
  api_server_access_profile {
    authorized_ip_ranges = ["203.0.113.0/24"] # ok: public-endpoint/cluster
  }
}

resource "azurerm_kubernetes_cluster" "private" {
  private_cluster_enabled = var.private # ok: public-endpoint/cluster
}

# expect: public-endpoint/cluster
resource "google_container_cluster" "open" {
  name = "open"
}

# ok: public-endpoint/cluster
resource "google_container_cluster" "office" {
  master_authorized_networks_config {
    cidr_blocks {
      cidr_block = "203.0.113.0/24"
    }
  }
}

# ok: public-endpoint/cluster
resource "google_container_cluster" "private" {
  private_cluster_config {
    enable_private_endpoint = true
  }
}

resource "aws_eks_cluster" "default" {
  # expect: public-endpoint/cluster
  vpc_config {
    subnet_ids = var.subnets
  }
}

resource "aws_eks_cluster" "computed" {
  vpc_config {
    endpoint_public_access = var.public # ok: public-endpoint/cluster
  }
}

resource "alicloud_db_instance" "open" {
  security_ips = ["0.0.0.0/0"] # expect: public-endpoint/address-list
}
