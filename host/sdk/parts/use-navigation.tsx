import { type ReactNode, useCallback } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { useAddressQuery } from './use-address-query.ts';

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** Address of a screen: `set_qr_code?id=1` or a name and values → `/customer/set_qr_code?id=1`. */
export function screenPath(screen: string, values: QueryValues = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const path = screen.startsWith('/') ? screen : `/customer/${screen}`;
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Goes to a screen of the back-office by its name. */
export function useGo(): (screen: string, values?: QueryValues) => void {
  const navigate = useNavigate();
  return useCallback(
    (screen: string, values?: QueryValues) => void navigate(screenPath(screen, values)),
    [navigate],
  );
}

export interface ScreenLinkProps {
  to: string;
  children: ReactNode;
  /** Called when it is followed, in this window or another. */
  onFollow?: () => void;
}

/** A link to a screen by its name. */
export function ScreenLink({ to, children, onFollow }: ScreenLinkProps) {
  return (
    <Link
      to={screenPath(to)}
      onClick={() => onFollow?.()}
      // The middle button opens another window; the right one only asks what can be done.
      onAuxClick={({ button }) => (button === 1 ? onFollow?.() : undefined)}
    >
      {children}
    </Link>
  );
}

/** Goes on to another screen in the place of this one: the way back does not lead here. */
export function ScreenRedirect({ to }: { to: string }) {
  return <Navigate to={screenPath(to)} replace />;
}

/** The query of the screen's address and a way to change some of it; undefined takes a value out. */
export function useQuery(): [URLSearchParams, (changes: QueryValues) => void] {
  const [params, write] = useAddressQuery();
  const change = useCallback(
    (changes: QueryValues) =>
      write((next) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      }),
    [write],
  );
  return [params, change];
}
