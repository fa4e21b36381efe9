import type { Clock, Random } from '@waypost/sdk';
import type { ApiKeys } from './accounts/api-keys.ts';
import type { Callers } from './accounts/callers.ts';
import type { Hierarchy } from './accounts/hierarchy.ts';
import type { createRegistration } from './accounts/register.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { createSignIn } from './accounts/sign-in.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { Catalogue } from './catalogue.ts';
import type { Collections } from './collections.ts';
import type { LockOut } from './credentials/lock-out.ts';
import type { Passwords } from './credentials/password.ts';
import type { SessionGuesses } from './credentials/session-guesses.ts';
import type { LedgerCollections } from './ledger/ledger-collections.ts';
import type { createDefaultPassword } from './people/default-password.ts';
import type { Roles } from './roles/roles.ts';
import type { Sealing } from './sealed/sealing.ts';
import type { CheckedCodes } from './second-factor/checked-codes.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { SettingsChanges } from './settings/change-settings.ts';
import type { PlatformSettingsStore } from './settings/platform-settings.ts';
import type { SettingsHistory } from './settings/settings-history.ts';
import type { SitePictures } from './settings/site-pictures.ts';

/** What the identity of people is put together from. */
export interface IdentityOptions {
  collections: Collections;
  catalogue: Catalogue;
  sealing: Sealing;
  passwords: Passwords;
  lockOut: LockOut;
  guesses: SessionGuesses;
  sessions: Sessions;
  apiKeys: ApiKeys;
  callers: Callers;
  roles: Roles;
  audit: AuditLog;
  secondFactors: SecondFactors;
  codes: CheckedCodes;
  defaultPassword: ReturnType<typeof createDefaultPassword>;
  signIn: ReturnType<typeof createSignIn>;
  registration: ReturnType<typeof createRegistration>;
  platform: PlatformSettingsStore;
  pictures: SitePictures;
  settingsHistory: SettingsHistory;
  settingsChanges: SettingsChanges;
  hierarchy: Hierarchy;
  ledger: LedgerCollections;
  /** Told once somebody's password is another one. */
  passwordChanged(account: string): void;
  clock: Clock;
  random: Random;
}
