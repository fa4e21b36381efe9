import type { Locale, ShieldStatusCode } from '@waypost/contract';
import type { CsvValue } from './csv.ts';
import type { Contribution, ExtensionPoint } from './extension.ts';

/** Point of the plugin `system`: ways besides the inbox by which a sent message reaches people. */
export const MESSAGE_CHANNEL_POINT = 'system.message_channel';
/**
 * Point of the plugin `system`: kinds of messages that people may choose where they hear of them. Whoever tells people things
 * contributes what it tells of; channels then ask each person without knowing who tells.
 */
export const MESSAGE_KIND_POINT = 'system.message_kind';
/** Point of the plugin `system`: forms besides CSV and XLSX in which tables are exported. */
export const EXPORT_FORMAT_POINT = 'system.export_format';
/** Point of the plugin `system`: what stands against the closing of an account, such as money in it. */
export const ACCOUNT_CLOSING_POINT = 'system.account_closing';
/** Point of the plugin `system`: what people take along of what other plugins keep for their account. */
export const ACCOUNT_DATA_POINT = 'system.account_data';
/** Point of the plugin `system`: lines of the overview of whoever runs the platform. */
export const OVERVIEW_POINT = 'system.overview';
/** Point of the plugin `system`: what an operator of a new installation sees to before its customers come. */
export const FIRST_STEP_POINT = 'system.first_step';
/** Point of the plugin `system`: what pages know of paying before anybody logs in. */
export const PAY_CONFIG_POINT = 'system.pay_config';
/** Point of the plugin `system`: names of those that make short addresses. */
export const URL_KEY_PLATFORM_POINT = 'system.url_key_platform';
/** Point of the plugin `system`: where the login page leads those who have forgotten their password. */
export const PASSWORD_HELP_POINT = 'system.password_help';
/** Point of the plugin `qr`: who proposes short codes besides chance. */
export const GENERATION_PROVIDER_POINT = 'qr.generation_provider';
/** Point of the plugin `qr`: pages that codes can lead to, to be chosen among targets and printed as labels. */
export const CODE_PAGE_POINT = 'qr.page';
/** Point of the plugin `qr`: who knows which hosts of codes are blocked elsewhere, such as in WeChat. */
export const BLOCK_STATUS_POINT = 'qr.block_status';
/** Point of the plugin `domain`: ways besides inbox and e-mail by which owners hear how their domains are. */
export const DOMAIN_ALERT_POINT = 'domain.alert_channel';

/** What every contribution to the points above has beside its functions. */
export interface TitledContribution extends Contribution {
  /** Locale key of its name. */
  title: string;
}

/** Contribution to {@link MESSAGE_CHANNEL_POINT}, version 1. */
export interface MessageChannel extends TitledContribution {
  /**
   * Called for up to 500 people, after the message lies in their inboxes. Where it fails, where another channel does, or where
   * the process ended in between it is called again every few minutes, for a day: whoever must not tell twice remembers
   * `message`.
   */
  deliver(message: {
    /** Without words of a language. */
    title: string;
    content: string;
    /** The same in the languages of readers. Since 1.1. */
    texts: Record<Locale, { title: string; content: string }>;
    /** Name of the kind, as `MessageKinds` tells it. Since 1.1. */
    kind: string;
    /** Screen under /customer that it leads to. Since 1.1. */
    screen?: string;
    /** `message`: its id in the inbox of this one. Since 1.1. */
    recipients: { id: string; account: string; message: string }[];
  }): Promise<void>;
}

/** Contribution to {@link MESSAGE_KIND_POINT}, version 1.1; its name is that of the kind. */
export interface MessageKindContribution extends TitledContribution {
  /**
   * How the words of such messages begin, such as `domain` or `domain.alert`, or several such beginnings (since 1.1); of all that fit
   * the longest counts.
   */
  words: string | readonly string[];
  /** Right of those who are ever told of it: nobody else is offered the choice. Left out: everybody. Since 1.1. */
  permission?: string;
}

/** A kind of messages. */
export interface MessageKind {
  name: string;
  /** Locale key. */
  title: string;
  /** Right of those who are ever told of it; left out: everybody. Since 1.1. */
  permission?: string;
}

/** Service of the plugin `system`: the kinds of messages that there are now. */
export interface MessageKinds {
  list(): Promise<MessageKind[]>;
}

/** Name that `MessageKinds` is provided under. */
export const MESSAGE_KINDS = 'system.message_kinds';

/** Contribution to {@link EXPORT_FORMAT_POINT}, version 1. Text is written in the order of the calls. */
export interface ExportFormat extends TitledContribution {
  /** Ending of the file's name, without the dot. */
  extension: string;
  /** Media type: `application/json`. */
  type: string;
  begin?(columns: string[]): Promise<string>;
  /** A portion of the table. `from`: number of its first row, from 0. */
  rows(rows: CsvValue[][], place: { columns: string[]; from: number }): Promise<string>;
  end?(columns: string[]): Promise<string>;
}

/** Contribution to {@link ACCOUNT_CLOSING_POINT}, version 1. */
export interface AccountClosing extends TitledContribution {
  /** Locale keys of sentences that say what has to be settled first; none: nothing stands against it. */
  reasons(account: string): Promise<string[]>;
}

/** Contribution to {@link ACCOUNT_DATA_POINT}, version 1; its name is that of its part of the file. */
export interface AccountData extends TitledContribution {
  /** Some of what belongs to the account, without secrets. `after`: the `next` of the portion before; `next` null: that was all. */
  portion(wish: {
    account: string;
    after: string | null;
  }): Promise<{ rows: Record<string, unknown>[]; next: string | null }>;
}

/** Contribution to {@link OVERVIEW_POINT}, version 1; `title` is a sentence with `{{count}}`, and not there while that is 0. */
export interface OverviewLine extends TitledContribution {
  /** `waiting`: for somebody to do something; `new`: since the reader was there last. */
  kind: 'waiting' | 'new';
  /** The right of whoever is told: that to do something about it. */
  permission: string;
  /** Screen under /customer where it is done, with its query. */
  screen: string;
  /** How many there are, `since` a time only (ISO; null: ever). Read each few seconds: from an index, and bounded. */
  count(since: string | null): Promise<number>;
}

/** Contribution to {@link FIRST_STEP_POINT}, version 1; `title` is a few words for what is to be done. */
export interface FirstStepContribution extends TitledContribution {
  /** Locale keys: why, in a sentence, and what leads there. */
  text: string;
  action: string;
  /** Screen under /customer where it is done. */
  screen: string;
  isDone(): Promise<boolean>;
}

/** Contribution to {@link PAY_CONFIG_POINT}, version 1. Everybody is told what it answers. */
export interface PayConfig extends TitledContribution {
  read(): Promise<{ qr_code_switch: 1 | 2 }>;
}

/** Contribution to {@link PASSWORD_HELP_POINT}, version 1. */
export interface PasswordHelp extends TitledContribution {
  /** A screen of the plugin that is shown without login. */
  screen: string;
  /** Whether it would help anybody now; asked for by everybody who comes to log in. */
  isOffered(): Promise<boolean>;
}

/** Contribution to {@link URL_KEY_PLATFORM_POINT}, version 1. Everybody is told what it answers. */
export interface UrlKeyPlatforms extends TitledContribution {
  list(): Promise<{ id: string; name: string }[]>;
}

/** Contribution to {@link BLOCK_STATUS_POINT}, version 1. */
export interface BlockStatus extends TitledContribution {
  /** What is known of up to 2,000 hosts: 1 normal, 2 blocked, 4 detection failed. Those of which nothing is known are left out. */
  read(hosts: readonly string[]): Promise<Record<string, ShieldStatusCode>>;
}

/** Contribution to {@link DOMAIN_ALERT_POINT}, version 1. */
export interface DomainAlertChannel extends TitledContribution {
  /** Called at most once for each alert, after it lies in the inbox. What fails is logged and not tried again. */
  deliver(alert: {
    /** As the DNS has it. */
    host: string;
    /** `differs`: it leads elsewhere than it should, or another page is there, as operators are told; `expected`: no more. */
    kind:
      | 'failing'
      | 'working'
      | 'certificate_ends'
      | 'registration_ends'
      | 'taken_over'
      | 'back'
      | 'differs'
      | 'expected';
    /** Null: a person has let a spare take over from a domain of which nothing is believed to fail. */
    facet: 'dns' | 'http' | 'https' | 'certificate' | 'registration' | 'answers' | 'site' | null;
    /** Id of the account that has the domain; null: nobody has, and operators are told. */
    owner: string | null;
    is_platform: boolean;
    title: Record<'zh-CN' | 'en-US' | 'sw-KE', string>;
    content: Record<'zh-CN' | 'en-US' | 'sw-KE', string>;
    /** The same for the same alert. */
    occasion: string;
    /** Screen under /customer that it leads to. */
    screen: string;
  }): Promise<void>;
}

/** Contribution to {@link GENERATION_PROVIDER_POINT}, version 1. */
export interface GenerationProvider extends TitledContribution {
  /** Up to `count` short codes, the best first. Those that are taken, reserved or of another form are passed over. */
  propose(wish: { count: number; owner: string }): Promise<string[]>;
}

/** A page that a code can lead to. */
export interface CodePage {
  /** Within its contribution; up to 64 letters. */
  id: string;
  /** What a code and its label are called. */
  title: string;
  /** A web address. */
  url: string;
}

/** Contribution to {@link CODE_PAGE_POINT}, version 1; `title` is what its pages are called, in the plural. */
export interface CodePages extends TitledContribution {
  /** The right of whoever may choose among them. */
  permission: string;
  /** Up to `limit` pages of those that a text finds, the best first; an empty text: the newest. */
  search(wish: { search: string; limit: number }): Promise<CodePage[]>;
  /** Up to 200 pages by their ids, in any order; those that are not there are left out. */
  read(ids: string[]): Promise<CodePage[]>;
}

/**
 * A point whose contributions have a title and functions.
 * @param functions those that each contribution must have
 */
export function titledPoint(name: string, version: string, functions: readonly string[]): ExtensionPoint {
  return {
    name,
    version,
    check(contribution) {
      if (typeof contribution.title !== 'string') throw new TypeError('title: expected a locale key');
      for (const one of functions)
        if (typeof contribution[one] !== 'function') throw new TypeError(`${one}: expected a function`);
    },
  };
}
