import { field, ShieldStatus } from '@waypost/contract';
import { z } from 'zod';

const STATUSES = Object.values(ShieldStatus);

/**
 * How a name stands in WeChat, as the plugin that checks it has told last; 4 where nobody has. Kept with the row so that lists
 * can be narrowed by it: what pages show of it is that plugin's, and so is whether the filter is there.
 */
export const wechatStatus = () =>
  field(z.literal(STATUSES), {
    write: 'none',
    filter: 'in',
    options: STATUSES,
    default: ShieldStatus.failed,
  });
