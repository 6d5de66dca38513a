import SMTPConnection from 'nodemailer/lib/smtp-connection'

/**
 * Whether the mail server takes email for email addresses outside ASCII (RFC 6531). The mailer sends them to a
 * server that does not, which often accepts the email and loses it, so the server is asked first. Such
 * email addresses are rare, so this takes a connection of its own.
 */
export function takesSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    connection.once('error', (error) => {
      connection.close()
      reject(error)
    })
    connection.connect(() => {
      // The answer to the last EHLO, which comes after TLS: one extension a line.
      const extensions = connection.lastServerResponse || ''
      connection.quit()
      resolve(/^250[ -]SMTPUTF8\b/im.test(extensions))
    })
  })
}
