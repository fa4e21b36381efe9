import { defineColumn, type SlotRow } from '@waypost/host-sdk';
import { StatusTag } from '../parts/StatusTag.tsx';
import { statusesCall } from '../screens/wx_shield_detection/calls.ts';
import type { Status } from '../status/values.ts';

/** How each domain of a list of domains stands in WeChat: its rows and ours have the same ids. */
export const contribution = defineColumn<{ status: Status }>({
  title: 'wechat-shield.column.title',
  load: (ids, { client, signal }) => client.call(statusesCall, { domains: [...ids] }, { signal }),
  filter: 'wechat_status',
  priority: 2,
  Cell: ({ value }: { row: SlotRow; value: { status: Status } | undefined }) => (
    <StatusTag status={value?.status} />
  ),
});
