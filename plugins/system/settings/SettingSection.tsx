import { Panel } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { useShown } from './settings-context.tsx';

/** Settings that belong together; not there while none of them fits what is searched for. */
export function SettingSection({
  title,
  names,
  children,
}: {
  title: string;
  names: readonly string[];
  children: ReactNode;
}) {
  return useShown(names) ? <Panel title={title}>{children}</Panel> : null;
}
