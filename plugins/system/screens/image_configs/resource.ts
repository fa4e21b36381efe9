import { codeOf, defineResource, field, YesNo, zTime } from '@waypost/contract';
import { z } from 'zod';
import { UploadType } from '../../files/values.ts';

const zOptional = (pattern: RegExp, longest: number) =>
  z.union([z.literal(''), z.string().trim().max(longest).regex(pattern)]);
/** An address without a question or a user in it. */
const ADDRESS = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/;
/** How S3 names buckets, and where in one. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const joined = { stored: false, write: 'none' } as const;
const inBucket = { section: 's3', default: '' } as const;

/** Places in which files are kept. One of them is in use: new files go there. */
export const storagePlace = defineResource({
  name: 'system.image_configs',
  area: 'image_configs',
  title: 'name',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    upload_type: field(codeOf(UploadType), {
      list: true,
      filter: 'equals',
      options: Object.values(UploadType),
      control: 'radio',
      default: UploadType.local,
      priority: 2,
    }),
    in_use: field(codeOf(YesNo), { list: true, write: 'none', default: YesNo.no, priority: 0 }),
    /** The public address of what is stored there; empty: the installation's own. */
    domain_name: field(zOptional(ADDRESS, 300), { list: true, control: 'text', default: '', priority: 5 }),
    save_path: field(zOptional(PATH, 200), { list: 'hidden', control: 'text', default: '' }),
    endpoint: field(zOptional(ADDRESS, 300), { list: 'hidden', control: 'text', ...inBucket }),
    region: field(z.string().trim().max(60), { list: 'hidden', ...inBucket }),
    bucket: field(zOptional(BUCKET, 63), { list: 'hidden', control: 'text', ...inBucket }),
    access_key_id: field(z.string().trim().max(200), { autoComplete: 'off', ...inBucket }),
    /** Left empty in a change, it stays as it is. */
    access_key_secret: field(z.string().max(500), {
      control: 'password',
      autoComplete: 'off',
      secret: true,
      ...inBucket,
    }),
    has_secret: field(z.boolean(), { write: 'none', default: false }),
    files: field(z.int(), { ...joined, list: true, priority: 1 }),
    bytes: field(z.int(), { ...joined, list: true, priority: 3 }),
    /** Copies that moves have left behind. */
    left: field(z.int(), { ...joined, list: 'hidden' }),
    /** Raised by everything that has to find the place as it is. */
    guard: field(z.int(), { write: 'none', secret: true }),
    /** What the last trial came to. */
    test_time: field(zTime.nullable(), { write: 'none', default: null }),
    is_working: field(z.boolean().nullable(), { write: 'none', default: null }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  // Where everybody's files go: a stolen session must not lead them to a place of its own.
  needsSecondFactor: ['add', 'update', 'remove'],
  actions: { use: {} },
  defaultSort: { field: 'name', order: 'asc' },
});
