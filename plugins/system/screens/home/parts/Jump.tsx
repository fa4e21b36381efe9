import { ScreenLink } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { HomeJump } from '../../home_page_config/calls.ts';

interface JumpProps {
  jump_address: string;
  jump_type: HomeJump;
  children: ReactNode;
}

/** Leads where operators want it: to a screen, to an address in a window of its own, or to one in this window. */
export function Jump({ jump_address, jump_type, children }: JumpProps) {
  if (jump_address === '') return <span>{children}</span>;
  if (jump_type === 1) return <ScreenLink to={jump_address}>{children}</ScreenLink>;
  if (jump_type === 3) return <a href={jump_address}>{children}</a>;
  return (
    <a href={jump_address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
