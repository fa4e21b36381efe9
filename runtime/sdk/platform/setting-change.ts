import type { SignedRequest } from '../request.ts';

/** One setting of a save; a picture is told by its hash, null where there was none. */
export interface SettingChangeValue {
  name: string;
  before: string | number | null;
  after: string | number | null;
}

/** One save of settings of the installation: who, when, and what was another before. `time` is ISO 8601. */
export interface SettingChange {
  id: string;
  time: string;
  /** Null: nobody who was logged in. */
  account: string | null;
  changes: readonly SettingChangeValue[];
  /** Id of the change that this one took back. */
  undoes: string | null;
}

/** Who changed which setting of the installation when, and the way back. */
export interface SettingHistory {
  /** Changes of any of these settings, newest first; `page` from 1. */
  settingChanges(query: { names: readonly string[]; page: number; page_size: number }): Promise<{
    content: SettingChange[];
    count: number;
  }>;
  /** The last change of each setting that was ever changed. */
  lastSettingChanges(names: readonly string[]): Promise<ReadonlyMap<string, SettingChange>>;
  /**
   * Puts back what one save changed.
   * Errors: `not_found` 404 unless all of it is among `names`, `setting_changed_since` 409 with what has been changed since
   * as `content.changed`.
   */
  undoSettings(id: string, names: readonly string[], request: SignedRequest): Promise<void>;
}
