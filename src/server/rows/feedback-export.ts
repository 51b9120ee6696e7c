import type { Express } from 'express';
import { renderError } from '../../../feeds/error.js';
import type { Config } from '../../config/config.js';
import { createFeedbackExport, isFeedbackExport } from '../../http/feedback-export/feedback-export.js';
import { feedbackFormats } from '../../transfer/export/feedback/feedback-formats.js';
import { mountEndpoint, type EndpointParts } from './mount-endpoint.js';

/** Mounts the exports of feedback, which are streamed. */
export function mountFeedbackExport(
  app: Express,
  { config: { productName }, ...parts }: EndpointParts & { readonly config: Pick<Config, 'productName'> },
): void {
  const endpoint = createFeedbackExport({
    formats: feedbackFormats,
    render: (error, path) => renderError(error, { path, productName }),
  });
  mountEndpoint(app, endpoint, isFeedbackExport, parts);
}
