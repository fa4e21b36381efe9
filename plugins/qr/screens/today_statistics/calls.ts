import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';

const zFigures = {
  view_number: z.int(),
  ip_view_number: z.int(),
  new_visitor_number: z.int(),
};
const zHours = z.array(z.int()).length(24);

export const zToday = z.object({
  ...zFigures,
  /** Day of `time_zone`, yyyy-mm-dd. */
  day: z.string(),
  time_zone: z.string(),
  bot_view_number: z.int(),
  yesterday: z.object(zFigures),
  /** Yesterday's visits until the same time of day, hh:mm. */
  yesterday_so_far: z.object({
    view_number: z.int(),
    /** Null where it is not counted by hour. */
    ip_view_number: z.int().nullable(),
    new_visitor_number: z.int().nullable(),
    until: z.string(),
  }),
  /** Visits by hour, hour 0 first. */
  hours: zHours,
  yesterday_hours: zHours,
  top_links: z.array(
    z.object({
      link: zId,
      name: z.string(),
      short_code: z.string(),
      short_url: z.string(),
      view_number: z.int(),
      ip_view_number: z.int(),
    }),
  ),
  /** Visits answered but not yet in these figures, and how old the oldest of them is. */
  lag: z.object({ visits: z.int(), milliseconds: z.number() }),
});
export type Today = z.infer<typeof zToday>;

/** `link`: the figures of one code. `owner`: of one account's codes, for callers who see everyone's. */
const body = z.strictObject({ link: zId.optional(), owner: zId.optional() });

export const todayCall = defineCall({
  area: 'today_statistics',
  call: 'inquire',
  body,
  result: zToday,
  access: { permission: 'qr.visit:read' },
  summary: "Today's visits of every code that the caller may see",
});

export const ownTodayCall = defineCall({
  area: 'today_statistics',
  call: 'user_inquire',
  body,
  result: zToday,
  access: { permission: 'qr.visit:read' },
  summary: "Today's visits of the caller's own codes",
});
