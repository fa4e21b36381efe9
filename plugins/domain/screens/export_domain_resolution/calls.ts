import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { resolutionResource } from './resource.ts';

const area = 'export_domain_resolution';
const { shown, state, zone, records, is_whole } = resolutionResource.fields;
const LONGEST_NAME = 253;

const queryShape = {
  search: z.string().max(LONGEST_NAME).optional(),
  sort_field: z.enum(['shown']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};

const zResolution = z.object({
  id: zId,
  shown: shown.schema,
  state: state.schema,
  zone: zone.schema,
  records: records.schema,
  is_whole: is_whole.schema,
});
export type Resolution = z.infer<typeof zResolution>;

export const resolutionCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, ...queryShape }),
  result: pageOf(zResolution),
  access: { permission: 'domain.resolution:read' },
  summary: 'The DNS records that domains need: the own ones, or everyone’s for those who see them',
});

export const zResolutionExport = z.strictObject({ ...queryShape, format: zExportFormat });

export const resolutionExportCall = defineCall({
  area,
  call: 'export',
  body: zResolutionExport,
  result: zStarted,
  access: { permission: 'domain.resolution:export' },
  answers: 202,
  summary: 'Writes the records as CSV, as an asynchronous operation',
});

export const zoneExportCall = defineCall({
  area,
  call: 'export_zone',
  body: z.strictObject({ zone: z.string().min(1).max(LONGEST_NAME) }),
  result: zStarted,
  access: { permission: 'domain.resolution:export' },
  answers: 202,
  summary: 'Writes the records of all domains within one that was registered as a zone of BIND',
});
