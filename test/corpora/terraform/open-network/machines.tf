resource "google_compute_instance" "console" {
  metadata = {
    serial-port-enable = "TRUE" # expect: open-network/serial-port
  }
}

resource "google_compute_instance" "quiet" {
  metadata = {
    serial-port-enable = false # ok: open-network/serial-port
  }
}

resource "aws_eks_node_group" "open" {
  remote_access {
    ec2_ssh_key = "admin" # expect: open-network/cluster-machines
  }
}

resource "aws_eks_node_group" "bastion" {
  remote_access {
    ec2_ssh_key               = "admin" # ok: open-network/cluster-machines
    source_security_group_ids = [aws_security_group.bastion.id]
  }
}
