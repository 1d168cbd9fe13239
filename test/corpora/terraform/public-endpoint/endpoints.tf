resource "aws_db_instance" "open" {
  storage_encrypted   = true
  publicly_accessible = true # expect: public-endpoint/database
}

resource "aws_db_instance" "closed" {
  storage_encrypted   = true
  publicly_accessible = false # ok: public-endpoint/database
}

resource "azurerm_mssql_server" "open" {
  public_network_access_enabled = true # expect: public-endpoint/azure-network
}

resource "azurerm_mssql_server" "closed" {
  public_network_access_enabled = false # ok: public-endpoint/azure-network
}

resource "google_sql_database_instance" "db" {
  settings {
    # expect: weak-transport/sql-instance
    ip_configuration {
      authorized_networks {
        value = "0.0.0.0/0" # expect: public-endpoint/address-list
      }
      authorized_networks {
        value = "203.0.113.0/24" # ok: public-endpoint/address-list
      }
    }
  }
}

resource "google_container_cluster" "cluster" {
  master_authorized_networks_config {
    cidr_blocks {
      cidr_block = "0.0.0.0/0" # expect: public-endpoint/cluster-networks
    }
    cidr_blocks {
      cidr_block = "10.0.0.0/8" # ok: public-endpoint/cluster-networks
    }
  }
}

resource "aws_eks_cluster" "open" {
  vpc_config {
    endpoint_public_access = true
    public_access_cidrs    = ["0.0.0.0/0"] # expect: public-endpoint/cluster
  }
}

resource "aws_eks_cluster" "limited" {
  vpc_config {
    endpoint_public_access = true
    public_access_cidrs    = ["203.0.113.0/24"] # ok: public-endpoint/cluster
  }
}

resource "azurerm_mssql_firewall_rule" "all" {
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255" # expect: public-endpoint/azure-firewall
}

resource "azurerm_mssql_firewall_rule" "office" {
  start_ip_address = "203.0.113.0"
  end_ip_address   = "203.0.113.255" # ok: public-endpoint/azure-firewall
}
