import assert from 'node:assert/strict';
import { examineInfrastructure } from '../../../../src/engine/infrastructure/index.ts';
import { projectOf } from '../../../support/infrastructure-corpus.ts';

describe('resources of Kubernetes in Terraform', () => {
  const found = (text: string): readonly string[] => {
    const file = { path: 'main.tf', text };
    const { findings, skips } = examineInfrastructure(file, projectOf([file]));
    assert.deepEqual(skips, []);
    return findings.map(({ ruleId, range }) => `${range.startLine} ${ruleId.replace('kubernetes/', '')}`);
  };

  it('have the issues of the pods that they make, where these are written', () => {
    const text = `resource "kubernetes_deployment_v1" "web" {
  metadata {
    name   = "web"
    labels = { app_name = "web" }
  }
  spec {
    template {
      spec {
        host_network                    = true
        automount_service_account_token = false
        container {
          name  = "app"
          image = "shop/web"
          security_context {
            privileged = true
          }
        }
        container {
          name  = "log"
          image = "shop/log:1.2.3"
          security_context {
            run_as_non_root            = true
            allow_privilege_escalation = false
            capabilities {
              add = ["SYS_ADMIN"]
            }
          }
        }
        volume {
          name = "socket"
          host_path {
            path = "/var/run/docker.sock"
          }
        }
      }
    }
  }
}
`;
    const all = found(text);
    for (const each of [
      '9 container-privileges/host-network',
      '13 mutable-reference/image-tag',
      '15 container-privileges/privileged',
    ])
      assert.ok(all.includes(each), `${each} of ${all.join(', ')}`);
    assert.ok(
      all.some((each) => each.endsWith('container-privileges/runtime-socket')),
      all.join(),
    );
    assert.ok(!all.some((each) => /^(?:19|2\d) (?:mutable|container-root)/.test(each)), all.join());
  });

  it('have those of roles and bindings', () => {
    const text = `resource "kubernetes_cluster_role" "all" {
  metadata {
    name = "all"
  }
  rule {
    api_groups = ["*"]
    resources  = ["*"]
    verbs      = ["*"]
  }
}

resource "kubernetes_cluster_role_binding" "admin" {
  metadata {
    name = "admin"
  }
  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = "cluster-admin"
  }
  subject {
    kind = "User"
    name = "build"
  }
}
`;
    const all = found(text);
    assert.ok(all.includes('8 excessive-permissions/wildcard-role'), all.join());
    assert.ok(all.includes('19 excessive-permissions/cluster-admin'), all.join());
  });

  it('have none where the pod is as it should be, or is not known', () => {
    const text = `variable "privileged" {}

resource "kubernetes_pod" "fine" {
  metadata {
    name = "fine"
  }
  spec {
    automount_service_account_token = false
    container {
      name  = "app"
      image = "shop/web:1.2.3"
      security_context {
        privileged                 = var.privileged
        run_as_non_root            = true
        allow_privilege_escalation = false
      }
    }
  }
}

resource "kubernetes_config_map" "other" {
  data = { privileged = "true" }
}
`;
    assert.deepEqual(found(text), []);
  });
});
