import { useEffect, useState } from 'react';

/** An object URL for these bytes, revoked when they are no longer shown. */
export function useObjectUrl(bytes: Blob | undefined, mimeType: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [bytes, mimeType]);
  return url;
}
