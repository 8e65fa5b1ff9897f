import { useMutation } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';

type Options<Values extends object> = Parameters<typeof useKeptForm<Values>>[0] & {
  make: (values: Values) => Promise<Mission>;
  onClose: () => void;
  /** The form waits for the returned promise. */
  onMade: (mission: Mission) => unknown;
};

/** A form for creating a mission. If the session ends while typing, people return to everything in it. */
export function useNewMission<Values extends object>({ make, onClose, onMade, ...options }: Options<Values>) {
  const { form, drop } = useKeptForm<Values>(options);
  const close = () => {
    drop();
    onClose();
  };
  const making = useMutation({
    mutationFn: make,
    onSuccess: (mission) => {
      drop();
      return onMade(mission);
    },
  });
  return { form, close, making };
}
