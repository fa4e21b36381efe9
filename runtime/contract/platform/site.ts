import { z } from 'zod';
import { pageOf, pagingShape, zTime } from '../answer.ts';
import { defineCall } from '../call.ts';
import { codeOf } from '../code-of.ts';
import { LANGUAGE_CODE_PATTERN, YesNo } from '../constants.ts';
import { INVITATION_CODE_PATTERN } from '../registration.ts';
import { zPublicRemote } from './menu.ts';

export const websiteInfo = defineCall({
  area: 'website_info',
  call: 'inquire',
  /** `code`: an invitation, to be told whether it is one. */
  body: z.strictObject({ code: z.string().regex(INVITATION_CODE_PATTERN).optional() }),
  result: z.object({
    id: z.string(),
    title: z.string(),
    /** Address of the picture in the browser's tab. */
    icon: z.string(),
    /** `#rrggbb`. */
    color: z.string(),
    /** Address of the logo. */
    logo: z.string(),
    allow_registration: codeOf(YesNo),
    /** Said in place of the form while registration is off; empty: the page's own sentence. */
    no_registration_tip: z.string(),
    invitation_code_update: codeOf(YesNo),
    /** Whether somebody who may still invite has the code that was sent; left out without one. */
    is_invitation_known: z.boolean().optional(),
    maintenance: codeOf(YesNo),
    /** IANA name of the zone (TIME_ZONE) in which days are counted and times are told. */
    time_zone: z.string(),
    /** Origin that codes, links and letters of this installation lead to; empty while it knows none but the machine's own. */
    public_address: z.string(),
    /** Screen without login for those who have forgotten their password; left out: there is none. */
    password_screen: z.string().optional(),
    /** Where the screens that need no login come from. */
    remotes: z.array(zPublicRemote),
  }),
  access: { public: true },
  summary: 'Title, icon and colour of this installation',
});

const zShowStatus = z.literal([1, 2]);

export const languageInquire = defineCall({
  area: 'language',
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, show_status: zShowStatus.optional() }),
  result: pageOf(
    z.object({
      id: z.string(),
      code: z.string(),
      title: z.string(),
      icon: z.string(),
      country: z.string(),
      abbreviation: z.string(),
      phone_code: z.string(),
      /** 2 = the default. */
      default_language: z.literal([1, 2]),
      /** 1 shown, 2 hidden. */
      show_status: zShowStatus,
      version: z.int(),
      create_time: zTime,
      update_time: zTime,
    }),
  ),
  access: { public: true },
  summary: 'Languages of the user interface',
});

export const languageWords = defineCall({
  area: 'language',
  call: 'words',
  /** `stamp`: of the answer that the page has already. */
  body: z.strictObject({
    language: z.string().regex(LANGUAGE_CODE_PATTERN),
    stamp: z.string().max(64).optional(),
  }),
  result: z.object({
    stamp: z.string(),
    /** By source (`server`, `shell`, a plugin) and key; null: they are those of the stamp that was sent. */
    words: z.record(z.string(), z.record(z.string(), z.string())).nullable(),
  }),
  access: { public: true },
  summary: 'The words of a language that operators have written for this installation',
});
