import { errors, type SettingsForm } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';

/** The right that a setting takes which declares none. */
const SETTINGS_RIGHT = 'system.plugin:update';

/** Who changes settings: an account, or the operator of the machine, who has every right. */
export type SettingAuthor =
  | 'machine'
  | {
      caller: Pick<Caller, 'isSuper' | 'permissions'>;
      /** @throws AppError `second_factor_required`, `second_factor_wrong` or `password_needed` 403 */
      requireCode(): Promise<void>;
    };

/**
 * Holds a change to what its settings declare, whichever call it comes by.
 * @throws AppError `forbidden` 403, and what `requireCode` throws
 */
export async function requireSettingRights(
  form: SettingsForm,
  names: readonly string[],
  author: SettingAuthor,
): Promise<void> {
  if (author === 'machine') return;
  const { caller } = author;
  const properties = form.schema.properties as Record<string, { right?: string; leads_out?: boolean }>;
  const changed = names.flatMap((name) => properties[name] ?? []);
  for (const { right = SETTINGS_RIGHT } of changed)
    if (!caller.isSuper && !caller.permissions.has(right))
      throw errors.forbidden.create({ permission: right });
  if (!changed.some(({ leads_out }) => leads_out === true)) return;
  if (!caller.isSuper) throw errors.forbidden.create({ permission: 'super' });
  await author.requireCode();
}
