import { useQuery } from '@tanstack/react-query';
import { type ApiError, useClient } from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';

/** Whether the code of an invitation link still counts; taken for true until the server has said otherwise. */
export function useIsInvitationKnown(code: string | undefined): boolean {
  const client = useClient();
  const { data } = useQuery<boolean, ApiError>({
    queryKey: ['website_info', 'invitation', code],
    queryFn: async ({ signal }) =>
      (await callPlatform(client, 'website_info/inquire', { code }, { signal })).is_invitation_known ?? true,
    enabled: code !== undefined,
  });
  return data ?? true;
}
