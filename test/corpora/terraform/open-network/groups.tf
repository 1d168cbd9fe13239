resource "aws_security_group" "admin" {
  ingress {
    from_port   = 22
    to_port     = 22
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"] # expect: open-network/admin-port
  }
  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"] # ok: open-network/admin-port
  }
  dynamic "ingress" {
    for_each = [3389]
    content {
      from_port        = 3389
      to_port          = 3389
      protocol         = "tcp"
      ipv6_cidr_blocks = ["::/0"] # expect: open-network/admin-port
    }
  }
  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"] # ok: open-network/all-ports
  }
}

resource "aws_security_group_rule" "all" {
  type        = "ingress"
  from_port   = 0
  to_port     = 0
  protocol    = "-1"
  cidr_blocks = [var.world] # expect: open-network/all-ports
}

variable "world" {
  default = "0.0.0.0/0"
}

resource "aws_vpc_security_group_ingress_rule" "db" {
  from_port   = 5432
  to_port     = 5432
  ip_protocol = "tcp"
  cidr_ipv4   = "10.0.0.0/8" # ok: open-network/admin-port
}

resource "azurerm_network_security_group" "group" {
  security_rule {
    access                 = "Allow"
    direction              = "Inbound"
    protocol               = "Tcp"
    source_address_prefix  = "*" # expect: open-network/admin-port
    destination_port_range = "3389"
  }
  security_rule {
    access                 = "Deny"
    direction              = "Inbound"
    protocol               = "Tcp"
    source_address_prefix  = "*" # ok: open-network/admin-port
    destination_port_range = "22"
  }
}

resource "google_compute_firewall" "all" {
  source_ranges = ["0.0.0.0/0"] # expect: open-network/all-ports
  allow {
    protocol = "tcp"
  }
}

resource "google_compute_firewall" "web" {
  source_ranges = ["0.0.0.0/0"] # ok: open-network/all-ports, open-network/admin-port
  allow {
    protocol = "tcp"
    ports    = ["80", "443"]
  }
}
