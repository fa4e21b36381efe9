import { codeOf, defineCall, RotationJump, zId, zTime } from '@waypost/contract';
import { zFound } from '@waypost/contract/platform';
import { z } from 'zod';
import { zShownPage } from '../home_page_config/calls.ts';
import { zShownText } from '../image_text/calls.ts';

const zFigures = { view_number: z.int(), ip_view_number: z.int(), new_visitor_number: z.int() };

/** What every dashboard shows. */
export const homeShape = {
  /** Day of `time_zone`, yyyy-mm-dd. */
  day: z.string(),
  time_zone: z.string(),
  today: z.object({ ...zFigures, hours: z.array(z.int()).length(24) }),
  yesterday: z.object({ ...zFigures, hours: z.array(z.int()).length(24) }),
  /** Yesterday's visits until the same time of day, hh:mm. */
  yesterday_so_far: z.object({
    view_number: z.int(),
    /** Null where it is not counted by hour. */
    ip_view_number: z.int().nullable(),
    new_visitor_number: z.int().nullable(),
    until: z.string(),
  }),
  /** Newest codes; undefined while no plugin keeps any. */
  codes: z.object({ count: z.int(), recent: z.array(zFound) }).optional(),
  /** Unread messages, the newest of them. */
  messages: z.object({
    count: z.int(),
    recent: z.array(z.object({ id: zId, title: z.string(), send_time: zTime })),
  }),
  /** Screens of the caller's menu that people begin with. */
  actions: z.array(z.object({ route: z.string(), name: z.string() })),
};
const zHome = z.object(homeShape);
export type Home = z.infer<typeof zHome>;

export const homeCall = defineCall({
  area: 'home',
  call: 'inquire',
  body: z.strictObject({}),
  result: zHome,
  access: { permission: 'system.home:read' },
  summary: "The caller's own figures, codes and messages",
});

/** What a customer begins with, in this order. */
export const OWN_STEPS = ['code', 'share', 'visit', 'second_factor'] as const;
const zOwnStep = z.object({
  name: z.enum(OWN_STEPS),
  is_done: z.boolean(),
  /** Where it is done; null: something else comes first. */
  screen: z.string().nullable(),
});
export type OwnStep = z.infer<typeof zOwnStep>;

export const homeStepsCall = defineCall({
  area: 'home',
  call: 'steps',
  body: z.strictObject({}),
  result: z.object({ steps: z.array(zOwnStep) }),
  access: { permission: 'system.home:read' },
  summary: "The caller's first steps; none once they are done or put away",
});

export const homeStepCall = defineCall({
  area: 'home',
  call: 'note_steps',
  /** `shared`: went to print or share a code; `hidden`: has put the steps away. */
  body: z.strictObject({ what: z.enum(['shared', 'hidden']) }),
  result: z.null(),
  access: { permission: 'system.home:read' },
  summary: 'Notes what the caller did with the first steps',
});

/** One slide of the carousel, in the reader's language. */
const zShownSlide = z.object({
  id: zId,
  picture: z.string(),
  title: z.string(),
  description: z.string(),
  /** Empty: it leads nowhere. */
  jump_address: z.string(),
  jump_type: codeOf(RotationJump),
});
export type ShownSlide = z.infer<typeof zShownSlide>;

export const homePageCall = defineCall({
  area: 'home',
  call: 'page',
  body: z.strictObject({}),
  result: z.object({
    ...zShownPage.shape,
    carousel: z.array(zShownSlide),
    texts: z.array(z.object({ id: zId, title: z.string() })),
  }),
  access: { permission: 'system.home:read' },
  summary: "What operators show on the dashboard, in the caller's language",
});

export const homeTextCall = defineCall({
  area: 'home',
  call: 'text',
  body: z.strictObject({ id: zId }),
  result: zShownText,
  access: { permission: 'system.home:read' },
  summary: "One text that is not hidden, in the caller's language",
});

export const homeClickCall = defineCall({
  area: 'home',
  call: 'click',
  body: z.strictObject({
    /** The rotation that was followed. */
    id: zId,
    /** Drawn by the page for this click: told again, it counts once. */
    click: z.string().regex(/^[0-9a-f]{32}$/),
  }),
  result: z.null(),
  access: { permission: 'system.home:read' },
  ratePerMinute: 60,
  summary: 'Counts that somebody has followed a rotation',
});
