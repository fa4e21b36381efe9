import { createContext } from 'react';
import type { RoleNode } from '../calls.ts';

/** The nodes that the form's control chooses a group from: a control gets its value only. */
export const NodesContext = createContext<readonly RoleNode[]>([]);
