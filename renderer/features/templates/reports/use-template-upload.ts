import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { largestReportTemplate } from '../../../../domain/limits.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { type Destination, uploadReportTemplate } from '../../../api/report-templates.ts';
import { t } from '../../../words.ts';

/** Fault: a part of the file or a tag, and the reason. */
type Fault = { path: string; message: string };

export type TemplateUpload = {
  /** The file being sent; null when there is none. */
  sending: { name: string; share: number } | null;
  /** Why the last upload was refused. */
  refused: { name: string; message: string; faults: readonly Fault[] } | null;
  send: (files: readonly File[], into: Destination) => void;
  cancel: () => void;
  dismiss: () => void;
};

/** Sends one template at a time. */
export function useTemplateUpload(): TemplateUpload {
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<TemplateUpload['sending']>(null);
  const [refused, setRefused] = useState<TemplateUpload['refused']>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (file: File, into: Destination) => {
    const { name } = file;
    setRefused(null);
    if (file.size > largestReportTemplate) {
      const message = t('templates.it_is_larger_than_largest_report', {
        largest_report_template: largestReportTemplate / 1024 / 1024,
      });
      setRefused({ name, message, faults: [] });
      return;
    }
    const control = new AbortController();
    stop.current = control;
    setSending({ name, share: 0 });
    try {
      await uploadReportTemplate(queryClient, file, into, {
        onProgress: (share) => setSending({ name, share }),
        signal: control.signal,
      });
    } catch (error) {
      if (!control.signal.aborted) setRefused({ name, ...explain(error as Error) });
    } finally {
      if (stop.current === control) stop.current = null;
      setSending(null);
    }
  };

  return {
    sending,
    refused,
    send: ([file], into) => {
      if (file !== undefined && stop.current === null) void start(file, into);
    },
    cancel: () => stop.current?.abort(),
    dismiss: () => setRefused(null),
  };
}

function explain(error: Error): { message: string; faults: readonly Fault[] } {
  if (!(error instanceof ApiError)) return { message: error.message, faults: [] };
  if (error.code === 'duplicate') {
    return {
      message: t('templates.a_template_has_this_name_already'),
      faults: [],
    };
  }
  if (error.code !== 'invalid') return { message: error.message, faults: [] };
  return {
    message: t('templates.put_these_right_in_the_file'),
    faults: error.errors,
  };
}
