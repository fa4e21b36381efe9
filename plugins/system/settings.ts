import { defineSettings, field, LOCALES, type SettingsOf } from '@waypost/contract';
import { monitorSettings } from '@waypost/contract/platform';
import type { BackupPlace, SmtpServer } from '@waypost/sdk/platform';
import { z } from 'zod';
import { limitFields } from './files/values.ts';

/** Port of message submission (RFC 6409). */
const SUBMISSION_PORT = 587;
const zAddressOrNothing = z.union([z.literal(''), z.email().max(200)]);

/** The right of each page, asked wherever its settings are written. */
const MAIL = { right: 'system.mail:update' } as const;
const BACKUPS = { right: 'system.backup:update' } as const;
const SLOW = { right: 'system.slow_operation:update' } as const;

/**
 * What operators set for e-mail, backups, uploads, slow commands and the monitor; the fields begin with `mail_`, `backup_`, `file_`,
 * `slow_operation_` and `monitor_`.
 */
export const systemSettings = defineSettings({
  fields: {
    /** Name or address of the server; empty: no e-mail is sent. */
    mail_host: field(z.string().max(253), { default: '', ...MAIL, leadsOut: true }),
    mail_port: field(z.int().min(1).max(65_535), { default: SUBMISSION_PORT, ...MAIL, leadsOut: true }),
    /** `starttls`: encrypted before anything is said, or nothing is sent. `none`: in the clear. */
    mail_security: field(z.enum(['starttls', 'tls', 'none']), {
      default: 'starttls',
      ...MAIL,
      leadsOut: true,
    }),
    mail_user: field(z.string().max(200), { default: '', ...MAIL, leadsOut: true }),
    mail_password: field(z.string().max(500), { default: '', secret: true, ...MAIL, leadsOut: true }),
    mail_from: field(zAddressOrNothing, { default: '', ...MAIL }),
    mail_reply_to: field(zAddressOrNothing, { default: '', ...MAIL }),
    /** Letters have no reader's browser to ask. */
    mail_language: field(z.enum(LOCALES), { default: 'zh-CN', ...MAIL }),
    /** Whether operators who have an address get alerts by e-mail as well. */
    mail_alerts: field(z.boolean(), { default: true, ...MAIL }),
    /** Time of day of the installation's zone, such as 03:30; empty: none is made by itself. */
    backup_time: field(z.string().regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/), { default: '', ...BACKUPS }),
    backup_folder: field(z.string().max(300), { default: '', ...BACKUPS, leadsOut: true }),
    backup_keep: field(z.int().min(1).max(1_000), { default: 7, ...BACKUPS }),
    /** Days between two trials of the newest backup; 0: none by itself. */
    backup_drill_days: field(z.int().min(0).max(365), { default: 7, ...BACKUPS }),
    /** Of the storage that `s3://` in the folder means. */
    backup_s3_endpoint: field(z.string().max(300), { default: '', ...BACKUPS, leadsOut: true }),
    backup_s3_region: field(z.string().max(100), { default: '', ...BACKUPS, leadsOut: true }),
    backup_s3_key: field(z.string().max(300), { default: '', ...BACKUPS, leadsOut: true }),
    backup_s3_secret: field(z.string().max(300), { default: '', secret: true, ...BACKUPS, leadsOut: true }),
    ...limitFields,
    /** Milliseconds from which a command of the database counts as slow; 0: none is noted. */
    slow_operation_ms: field(z.int().min(0).max(600_000), { default: 200, ...SLOW }),
    /** Days that slow commands stay in the list after they were seen last. */
    slow_operation_days: field(z.int().min(1).max(365), { default: 14, ...SLOW }),
    ...monitorSettings,
  },
});

export type SystemSettings = SettingsOf<typeof systemSettings>;
/** Reads what is set now. */
export type ReadSystemSettings = () => Promise<SystemSettings>;

/** The server that letters go out over. */
export const smtpServerOf = (settings: SystemSettings): SmtpServer => ({
  host: settings.mail_host,
  port: settings.mail_port,
  security: settings.mail_security,
  user: settings.mail_user,
  password: settings.mail_password,
  from: settings.mail_from,
  replyTo: settings.mail_reply_to,
});

/** Where backups go. */
export const backupPlaceOf = (settings: SystemSettings): BackupPlace => ({
  folder: settings.backup_folder,
  s3: {
    endpoint: settings.backup_s3_endpoint,
    region: settings.backup_s3_region,
    key: settings.backup_s3_key,
    secret: settings.backup_s3_secret,
  },
});

/** Whether letters can go out: there is a server, and somebody they come from. */
export const isMailOn = ({ mail_host, mail_from }: SystemSettings): boolean =>
  mail_host !== '' && mail_from !== '';
