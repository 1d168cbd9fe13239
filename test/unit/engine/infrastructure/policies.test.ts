import assert from 'node:assert/strict';
import { examineInfrastructure } from '../../../../src/engine/infrastructure/index.ts';

const found = (text: string): readonly string[] =>
  examineInfrastructure({ path: 'main.tf', text }, { paths: ['main.tf'], read: () => text }).findings.map(
    ({ ruleId }) => ruleId.replace('terraform/excessive-permissions/', ''),
  );

const policy = (more: string): string =>
  `resource "aws_iam_policy" "a" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*"${more} }] })\n}\n`;

const role = (more: string): string =>
  `resource "aws_iam_role" "a" {\n  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "sts:AssumeRoleWithWebIdentity", Principal = { Federated = "token.actions.githubusercontent.com" }${more} }] })\n}\n`;

describe('policies of AWS', () => {
  it('are limited by a condition, also by one that is computed', () => {
    assert.deepEqual(found(policy('')), ['all-actions']);
    for (const condition of [
      'local.with_second_factor',
      'merge(local.a, local.b)',
      '{ Bool = { "aws:MultiFactorAuthPresent" = "true" } }',
    ])
      assert.deepEqual(found(policy(`, Condition = ${condition}`)), [], condition);
  });

  it('that workflows take a role by say of which repository, as far as their claims can be read', () => {
    assert.deepEqual(found(role('')), ['workflow-trust']);
    assert.deepEqual(found(role(', Condition = var.claims')), []);
  });

  it('that name who they are for speak of one resource', () => {
    const document = (principals: string): string =>
      `data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["kms:*"]\n    resources = ["*"]\n${principals}  }\n}\n`;
    const service =
      '    principals {\n      type = "Service"\n      identifiers = ["logs.amazonaws.com"]\n    }\n';
    assert.deepEqual(found(document('')), ['service-actions']);
    assert.deepEqual(found(document(service)), []);
  });
});
