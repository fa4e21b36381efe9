import { useClient } from '@waypost/host-sdk';
import { useNavigate } from 'react-router-dom';
import { callPlatform } from './call-platform.ts';
import { endSession } from './sign-out.ts';

/** Ends the session and goes to the login page. */
export function useLogOut(): () => void {
  const client = useClient();
  const navigate = useNavigate();
  return () => {
    // The page forgets the session whatever the server says: a person who leaves must be out.
    void callPlatform(client, 'administrator/logout', {}).catch(() => undefined);
    endSession();
    void navigate('/admin_login', { replace: true });
  };
}
