import { defineCall, pagingShape, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

const zValue = z.union([z.string(), z.number()]).nullable();

/** What is known of a setting beside its value. */
const zSettingFacts = z.object({
  name: z.string(),
  /** What it is while nobody has set it; null where that is no value, as of a picture. */
  default: zValue,
  /** Whose word holds: a variable that the server was started with wins over what is set here. */
  source: z.enum(['default', 'setting', 'environment']),
  /** Who changed it last; null: nobody since changes are noted. `account` null: nobody who was logged in. */
  changed: z.object({ time: zTime, account: z.string().nullable() }).nullable(),
});
export type SettingFacts = z.infer<typeof zSettingFacts>;

/** Part of every answer that tells settings. */
export const settingFactsShape = { settings: z.array(zSettingFacts) };

const zSettingChange = z.object({
  id: zId,
  time: zTime,
  account: z.string().nullable(),
  changes: z.array(z.object({ name: z.string(), before: zValue, after: zValue })),
  /** Id of the change that this one took back. */
  undoes: zId.nullable(),
  /** Whether it can be taken back on this screen, as far as is known before somebody tries. */
  is_undoable: z.boolean(),
});
export type SettingChangeRow = z.infer<typeof zSettingChange>;

/** What has been changed since, as `content.changed` of `setting_changed_since` says it. */
export const zChangedSince = z.object({
  changed: z.array(
    z.object({ name: z.string(), value: zValue, account: z.string().nullable(), time: zTime.nullable() }),
  ),
});

/** The calls that screens of settings have alike. */
export function settingHistoryCalls<const A extends string>(area: A, permission: string) {
  return {
    history: defineCall({
      area,
      call: 'history',
      body: z.strictObject(pagingShape),
      result: z.object({ content: z.array(zSettingChange), count: z.int() }),
      access: { permission },
      summary: 'Who changed these settings when, and from what to what; newest first',
    }),
    undo: defineCall({
      area,
      call: 'undo',
      body: z.strictObject({ id: zId }),
      result: z.null(),
      access: { permission },
      needsSecondFactor: true,
      summary:
        'Puts back what one save changed; refused with what has changed since, where somebody changed it again',
    }),
  };
}
export type SettingHistoryCalls = ReturnType<typeof settingHistoryCalls>;
