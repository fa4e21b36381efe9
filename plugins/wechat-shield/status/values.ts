import { ShieldStatus } from '@waypost/contract';
import { z } from 'zod';

/** 1 normal, 2 blocked, 4 detection failed. */
export const STATUSES = [ShieldStatus.normal, ShieldStatus.blocked, ShieldStatus.failed] as const;
export type Status = (typeof STATUSES)[number];
export const zStatus = z.literal(STATUSES);
/** How statuses look in lists and on pages. */
export const STATUS_TONES = { 1: 'good', 2: 'bad', 4: 'warning' } as const;
