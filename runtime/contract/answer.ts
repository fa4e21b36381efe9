import { z } from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './constants.ts';

/** Every id on the wire: 24 hexadecimal digits. */
export const zId = z.string().regex(/^[0-9a-f]{24}$/);
/** A moment on the wire, ISO 8601 in UTC; the store keeps a Date. */
export const zTime = z.iso.datetime();

/** Body fields of every paged list; page counts from 1. */
export const pagingShape = {
  page: z.int().min(1).max(1_000_000).optional(),
  page_size: z.int().min(1).max(PAGE_SIZE_MAX).optional(),
};

/** What a paged list answers as `content`. */
export interface Page<T> {
  content: T[];
  count: number;
  /** True: there are more than `count`, and nobody has counted them. */
  is_at_least?: boolean | undefined;
  page: number;
  page_size: number;
}

/** A schema for the `content` of a paged list of `row`. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    content: z.array(row),
    count: z.int(),
    is_at_least: z.boolean().optional(),
    page: z.int(),
    page_size: z.int(),
  });
}

/** Fills in paging defaults. */
export function paging(query: { page?: number | undefined; page_size?: number | undefined }): {
  page: number;
  page_size: number;
  skip: number;
} {
  const page = query.page ?? 1;
  const page_size = query.page_size ?? PAGE_SIZE_DEFAULT;
  return { page, page_size, skip: (page - 1) * page_size };
}

/** docs/http.md, "Answers": a call that worked. */
export interface Success<T> {
  status: true;
  message: string;
  content: T;
}

/** docs/http.md, "Failures": a call that failed. */
export interface Failure {
  status: false;
  code: string;
  message: string;
  errors: { path: string; message: string }[];
  content?: unknown;
}

export type Answer<T> = Success<T> | Failure;
