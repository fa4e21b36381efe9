import type { TagTone } from '@waypost/host-sdk';
import type { Phase } from './values.ts';

const PHASE: Readonly<Record<Phase, TagTone>> = {
  waiting: 'info',
  one_approval: 'info',
  approved: 'warning',
  paying: 'info',
  verifying: 'info',
  paid: 'good',
  prepared: 'info',
  signed: 'info',
  broadcast: 'info',
  undecided: 'bad',
  rejected: 'bad',
  cancelled: 'neutral',
  failed: 'bad',
};
export const WITHDRAWAL_TONES: Readonly<Record<string, Readonly<Record<string, TagTone>>>> = {
  status: { 1: 'info', 2: 'good', 3: 'neutral' },
  phase: PHASE,
};
