import type { TagTone } from '@waypost/host-sdk';
import type { Settlement } from './values.ts';

const SETTLED: Readonly<Record<Settlement, TagTone>> = {
  waiting: 'info',
  settled: 'good',
  under: 'warning',
  over: 'warning',
  late: 'warning',
  expired: 'neutral',
  wrong_token: 'bad',
  failed: 'bad',
  refunded: 'neutral',
  cancelled: 'neutral',
};
export const ORDER_TONES: Readonly<Record<string, Readonly<Record<string, TagTone>>>> = {
  status: { 1: 'info', 2: 'good' },
  settlement: SETTLED,
};
