import type { SettingsOf } from '@waypost/contract';
import type { StoredDomain } from '../domains/stored.ts';
import type { domainSettings } from '../settings.ts';

type Settings = SettingsOf<typeof domainSettings>;

/** Whether one of the platform's spares may take over from a domain by itself: its own names, and others where the operator says so. */
export const isPlatformAllowed = (
  { is_platform }: Pick<StoredDomain, 'is_platform'>,
  { reserve_for }: Settings,
): boolean => is_platform || reserve_for === 'all';
