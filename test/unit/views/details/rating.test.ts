import assert from 'node:assert/strict';
import { ratingText } from '../../../../src/views/details/rating.ts';

const cvss = (score: number, severity: string, cvssV3Score: number, cvssV3Severity: string) => ({
  cvssVector: 'CVSS:4.0/…',
  score,
  severity,
  cvssV3Vector: 'CVSS:3.1/…',
  cvssV3Score,
  cvssV3Severity,
});

describe('the rating of an issue', () => {
  it('gives severity, score and both versions of CVSS with their scales', () => {
    assert.equal(
      ratingText({
        severity: 'CRITICAL',
        score: 93,
        cvssScoreDetailed: cvss(9.3, 'Critical', 9.8, 'Critical'),
      }),
      'Critical: 93/100. CVSS 4.0: 9.3 (Critical), CVSS 3.1: 9.8 (Critical).',
    );
  });

  it('says why they differ, in the words of the service', () => {
    const scoreReason = 'Lower than CVSS suggests because the data was stored before.';
    assert.equal(
      ratingText({
        severity: 'HIGH',
        score: 81,
        cvssScoreDetailed: cvss(9.3, 'Critical', 9.8, 'Critical'),
        scoreReason,
      }),
      `High: 81/100. CVSS 4.0: 9.3 (Critical), CVSS 3.1: 9.8 (Critical). ${scoreReason}`,
    );
  });

  it('says that the service gives no reason, where it gives none', () => {
    const text = ratingText({
      severity: 'LOW',
      score: 20,
      cvssScoreDetailed: cvss(9.3, 'Critical', 9.8, 'Critical'),
    });
    assert.match(text, /does not say why they differ/);
  });

  it('says that a person set the severity', () => {
    const text = ratingText({
      severity: 'LOW',
      foundSeverity: 'CRITICAL',
      score: 39,
      cvssScoreDetailed: cvss(9.3, 'Critical', 9.8, 'Critical'),
    });
    assert.match(text, /A person set this severity; the scan found Critical\.$/);
  });

  it('is empty where nothing is known of CVSS', () => {
    assert.equal(ratingText({ severity: 'LOW', score: 20 }), '');
  });
});
