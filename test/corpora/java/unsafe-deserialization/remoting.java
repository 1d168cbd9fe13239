package warehouse;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.remoting.httpinvoker.HttpInvokerProxyFactoryBean;
import org.springframework.remoting.httpinvoker.HttpInvokerServiceExporter;

@Configuration
class RemotingConfiguration {
  @Bean(name = "/stock")
  HttpInvokerServiceExporter stock(StockService service) {
    HttpInvokerServiceExporter exporter = new HttpInvokerServiceExporter(); // expect: unsafe-deserialization
    exporter.setService(service);
    return exporter;
  }

  @Bean
  HttpInvokerProxyFactoryBean prices() {
    return new HttpInvokerProxyFactoryBean(); // ok: unsafe-deserialization
  }

  interface StockService {}
}
