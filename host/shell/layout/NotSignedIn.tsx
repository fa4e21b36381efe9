import { useQueryClient } from '@tanstack/react-query';
import { clientStore, confirm, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lostSessionAtom } from '../app/lost-session.ts';
import { endSession } from '../app/sign-out.ts';

/** Asks whether to sign in again when a change was refused; whoever stays can still copy what they typed. */
export function NotSignedIn() {
  const words = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLost = useAtomValue(lostSessionAtom, { store: clientStore });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each lost session, wherever the person is then
  useEffect(() => {
    if (!isLost) return;
    const question = {
      title: words('not_signed_in.title'),
      text: words('not_signed_in.text'),
      verb: words('not_signed_in.verb'),
      isDangerous: false,
    };
    void confirm(question).then((isAgreed) => {
      if (!isAgreed) return;
      endSession(queries);
      void navigate('/admin_login', { state: { from: `${pathname}${search}` }, replace: true });
    });
  }, [isLost]);
  return null;
}
