import { clientStore, confirm, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { refusedAtom } from '../app/sign-out.ts';

/** Asks whether to log in when a change was refused because nobody is; whoever stays can still copy what they typed. */
export function NotSignedIn() {
  const words = useWords();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isRefused = useAtomValue(refusedAtom, { store: clientStore });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each refusal, wherever the person is then
  useEffect(() => {
    if (!isRefused) return;
    const question = {
      title: words('not_signed_in.title'),
      text: words('not_signed_in.text'),
      verb: words('not_signed_in.verb'),
      isDangerous: false,
    };
    void confirm(question).then((isAgreed) => {
      clientStore.set(refusedAtom, false);
      if (isAgreed) void navigate('/admin_login', { state: { from: `${pathname}${search}` } });
    });
  }, [isRefused]);
  return null;
}
