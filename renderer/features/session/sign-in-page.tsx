import { useSearchParams } from 'react-router';
import { useGo } from '../../ui/pages/use-go.ts';
import { CertificateNote } from './certificate-note.tsx';
import { EntryCard } from './entry-card.tsx';
import { toLocalPath } from './local-path.ts';
import { SignInForm } from './sign-in-form.tsx';

/** `onFirstUse` gets the target of the sign-in when typing begins. */
export function SignInPage({ onFirstUse }: { onFirstUse: (next: string) => void }) {
  const go = useGo();
  const [parameters] = useSearchParams();
  const next = toLocalPath(parameters.get('next'));
  const enter = (wasOthers: boolean) => {
    // The next person must not land on the previous person's page.
    void go(wasOthers ? '/' : next);
  };
  return (
    <SignInForm
      frame={EntryCard}
      email=""
      next={next}
      note={<CertificateNote />}
      onFirstUse={() => onFirstUse(next)}
      onEntered={enter}
    />
  );
}
