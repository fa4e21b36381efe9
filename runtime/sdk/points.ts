import { errors } from '@waypost/contract';
import type { PluginContext } from './context.ts';
import { CSV_START, type CsvValue, csvRow } from './csv.ts';
import type { Contributed, Contribution, ExtensionPoint } from './extension.ts';
import type { OperationRun } from './operations.ts';

/** Point of the plugin `system`: ways besides the inbox by which a sent message reaches people. */
export const MESSAGE_CHANNEL_POINT = 'system.message_channel';
/** Point of the plugin `system`: forms besides CSV in which tables are exported. */
export const EXPORT_FORMAT_POINT = 'system.export_format';
/** Point of the plugin `system`: what stands against the closing of an account, such as money in it. */
export const ACCOUNT_CLOSING_POINT = 'system.account_closing';
/** Point of the plugin `system`: what people take along of what other plugins keep for their account. */
export const ACCOUNT_DATA_POINT = 'system.account_data';
/** Point of the plugin `system`: lines of the overview of whoever runs the platform. */
export const OVERVIEW_POINT = 'system.overview';
/** Point of the plugin `system`: what pages know of paying before anybody logs in. */
export const PAY_CONFIG_POINT = 'system.pay_config';
/** Point of the plugin `system`: names of those that make short addresses. */
export const URL_KEY_PLATFORM_POINT = 'system.url_key_platform';
/** Point of the plugin `qr`: who proposes short codes besides chance. */
export const GENERATION_PROVIDER_POINT = 'qr.generation_provider';
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
  /** Called once for up to 500 people, after the message lies in their inboxes. What fails is logged and not tried again. */
  deliver(message: {
    title: string;
    content: string;
    recipients: { id: string; account: string }[];
  }): Promise<void>;
}

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

/** Contribution to {@link PAY_CONFIG_POINT}, version 1. Everybody is told what it answers. */
export interface PayConfig extends TitledContribution {
  read(): Promise<{ qr_code_switch: 1 | 2 }>;
}

/** Contribution to {@link URL_KEY_PLATFORM_POINT}, version 1. Everybody is told what it answers. */
export interface UrlKeyPlatforms extends TitledContribution {
  list(): Promise<{ id: string; name: string }[]>;
}

/** Contribution to {@link BLOCK_STATUS_POINT}, version 1. */
export interface BlockStatus extends TitledContribution {
  /** What is known of up to 2,000 hosts: 1 normal, 2 blocked, 4 detection failed. Those of which nothing is known are left out. */
  read(hosts: readonly string[]): Promise<Record<string, 1 | 2 | 4>>;
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

/** Rows that a format is handed at once. */
const PORTION = 500;

/** A table that is being exported, row by row. */
export interface TableFile {
  write(row: readonly CsvValue[]): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
}

/** @returns the contribution of the name. Errors: `invalid_input` 422 at `format` when no active plugin brings it. */
export async function exportFormat(context: PluginContext, name: string): Promise<Contributed<ExportFormat>> {
  const formats = await context.points.contributions<ExportFormat>(EXPORT_FORMAT_POINT);
  const found = formats.find((one) => one.name === name);
  if (found === undefined)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'format', message: 'error.issue.contribution_unknown' }] },
    );
  return found;
}

/**
 * Starts the result file of an export: CSV, or a format that a plugin contributes.
 * @param table.name of the file, without its ending
 * @param table.format name of the contribution; undefined: CSV
 */
export async function createTable(
  context: PluginContext,
  run: Pick<OperationRun<unknown>, 'createFile'>,
  { columns, format, name }: { name: string; columns: string[]; format: string | undefined },
): Promise<TableFile> {
  if (format === undefined) {
    const file = await run.createFile({ name: `${name}.csv`, type: 'text/csv; charset=utf-8' });
    await file.write(CSV_START + csvRow(columns));
    return { write: (row) => file.write(csvRow(row)), end: async () => {} };
  }
  const { contribution } = await exportFormat(context, format);
  const extension = String(contribution.extension)
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 10);
  const file = await run.createFile({ name: `${name}.${extension}`, type: String(contribution.type) });
  let waiting: CsvValue[][] = [];
  let from = 0;
  const portion = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await file.write(String(await contribution.rows(rows, { columns, from })));
    from += rows.length;
  };
  if (contribution.begin) await file.write(String(await contribution.begin(columns)));
  return {
    async write(row) {
      waiting.push([...row]);
      if (waiting.length >= PORTION) await portion();
    },
    async end() {
      await portion();
      if (contribution.end) await file.write(String(await contribution.end(columns)));
    },
  };
}
