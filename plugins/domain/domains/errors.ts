import { defineError } from '@waypost/contract';

/** Failures of this plugin. Texts: `error.<code>` in `locales/`. */
export const domainErrors = {
  /** Somebody else proved it, or a name above or below it. */
  nameTaken: defineError({ code: 'domain.name_taken', status: 409, params: ['name'] }),
  nameThere: defineError({ code: 'domain.name_there', status: 409, params: ['name'] }),
  namesLimit: defineError({ code: 'domain.names_limit', status: 409, params: ['most'] }),
  platformLimit: defineError({ code: 'domain.platform_limit', status: 409, params: ['most'] }),
  noneFree: defineError({ code: 'domain.none_free', status: 409 }),
  nameOver: defineError({ code: 'domain.name_over', status: 409, params: ['name'] }),
  notPlatform: defineError({ code: 'domain.not_platform', status: 409, params: ['name'] }),
  notOwn: defineError({ code: 'domain.not_own', status: 409, params: ['name'] }),
  ownerUnknown: defineError({ code: 'domain.owner_unknown', status: 422 }),
  targetUnknown: defineError({ code: 'domain.target_unknown', status: 422, params: ['name'] }),
  nothingHomeless: defineError({ code: 'domain.nothing_homeless', status: 409 }),
  nothingFound: defineError({ code: 'domain.nothing_found', status: 409, params: ['name'] }),
  codesAway: defineError({ code: 'domain.codes_away', status: 503 }),
  /** Not proved, not checked as working, or codes stand there. */
  spareUnfit: defineError({ code: 'domain.spare_unfit', status: 409, params: ['name'] }),
  spareThere: defineError({ code: 'domain.spare_there', status: 409, params: ['name'] }),
  sparesLimit: defineError({ code: 'domain.spares_limit', status: 409, params: ['most'] }),
  spareNotReady: defineError({ code: 'domain.spare_not_ready', status: 409 }),
  /** A spare serves the domain already, and goes back first. */
  takeOverOpen: defineError({ code: 'domain.take_over_open', status: 409, params: ['name'] }),
  takeOverOver: defineError({ code: 'domain.take_over_over', status: 409 }),
  stillFailing: defineError({ code: 'domain.still_failing', status: 409, params: ['name'] }),
} as const;
