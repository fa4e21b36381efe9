import {
  defineVisitRuleKind,
  VISIT_RATE_MAX_SECONDS,
  VISIT_RATE_MAX_VISITS,
  type VisitRuleKind,
} from '@waypost/contract';

const KINDS: readonly VisitRuleKind[] = [
  {
    name: 'wechat-shield.agent',
    parameters: { patterns: 'patterns' },
    condition: { agent: { parameter: 'patterns' } },
  },
  {
    name: 'wechat-shield.addresses',
    parameters: { networks: 'ranges' },
    condition: { fact: 'address', within: { parameter: 'networks' } },
  },
  {
    name: 'wechat-shield.rate',
    parameters: {
      visits: { type: 'number', minimum: 1, maximum: VISIT_RATE_MAX_VISITS },
      seconds: { type: 'number', minimum: 1, maximum: VISIT_RATE_MAX_SECONDS },
    },
    condition: { rate: { parameter: 'visits' }, seconds: { parameter: 'seconds' } },
  },
];

/**
 * Kinds that a code's own rules may be of as well: what is asked otherwise (WeChat, the scan, region, network, device, hours) codes have
 * already, by settings or kinds of their own.
 */
export const OFFERED_KINDS: readonly VisitRuleKind[] = KINDS.map(defineVisitRuleKind);
